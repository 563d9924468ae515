import { throughMouse } from "./hands";
import { describeChanges } from "./changes";

describeChanges(throughMouse);
