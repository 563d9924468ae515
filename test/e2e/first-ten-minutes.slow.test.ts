import { throughMouse } from "./hands";
import { describeFirstTenMinutes } from "./first-ten-minutes";

describeFirstTenMinutes(throughMouse);
