import { byKeyboard } from "./hands";
import { describeJourneyA } from "./journey-a";

describeJourneyA(byKeyboard);
