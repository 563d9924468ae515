import { journeyC } from "./journey-c";
import { keyboardHands } from "./keyboard";

describe("Journey C, what the press is saying, by keyboard alone", () => journeyC(keyboardHands));
