import { journeyA } from "./journey-a";
import { keyboardHands } from "./keyboard";

describe("Journey A, paste 1,200 ISINs, by keyboard alone", () => journeyA(keyboardHands));
