import { byKeyboard } from "./hands";
import { describeAsOf } from "./as-of";

describeAsOf(byKeyboard);
