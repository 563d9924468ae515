import { byKeyboard } from "./hands";
import { describeFreeze } from "./freeze";

describeFreeze(byKeyboard);
