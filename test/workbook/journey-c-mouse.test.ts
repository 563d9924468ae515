import { journeyC } from "./journey-c";
import { mouseHands } from "./mouse";

describe("Journey C, what the press is saying, through the mouse", () => journeyC(mouseHands));
