import { byKeyboard } from "./hands";
import { describeJourneyC } from "./journey-c";

describeJourneyC(byKeyboard);
