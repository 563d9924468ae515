import { journeyA } from "./journey-a";
import { mouseHands } from "./mouse";

describe("Journey A, paste 1,200 ISINs, through the mouse", () => journeyA(mouseHands));
