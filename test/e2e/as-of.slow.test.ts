import { throughMouse } from "./hands";
import { describeAsOf } from "./as-of";

describeAsOf(throughMouse);
