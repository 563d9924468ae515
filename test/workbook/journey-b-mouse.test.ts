import { journeyB } from "./journey-b";
import { mouseHands } from "./mouse";

describe("Journey B, the Monday refresh, through the mouse", () => journeyB(mouseHands));
