import { byKeyboard } from "./hands";
import { describeJourneyB } from "./journey-b";

describeJourneyB(byKeyboard);
