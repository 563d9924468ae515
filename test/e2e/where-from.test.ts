import { byKeyboard } from "./hands";
import { describeWhereFrom } from "./where-from";

describeWhereFrom(byKeyboard);
