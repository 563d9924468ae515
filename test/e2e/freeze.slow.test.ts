import { throughMouse } from "./hands";
import { describeFreeze } from "./freeze";

describeFreeze(throughMouse);
