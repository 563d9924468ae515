import { byKeyboard } from "./hands";
import { describeChanges } from "./changes";

describeChanges(byKeyboard);
