import { throughMouse } from "./hands";
import { describeJourneyC } from "./journey-c";

describeJourneyC(throughMouse);
