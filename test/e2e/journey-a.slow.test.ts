import { throughMouse } from "./hands";
import { describeJourneyA } from "./journey-a";

describeJourneyA(throughMouse);
