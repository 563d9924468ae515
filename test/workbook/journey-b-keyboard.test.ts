import { journeyB } from "./journey-b";
import { keyboardHands } from "./keyboard";

describe("Journey B, the Monday refresh, by keyboard alone", () => journeyB(keyboardHands));
