import { throughMouse } from "./hands";
import { describeWhereFrom } from "./where-from";

describeWhereFrom(throughMouse);
