import { throughMouse } from "./hands";
import { describeJourneyB } from "./journey-b";

describeJourneyB(throughMouse);
