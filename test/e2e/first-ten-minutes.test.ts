import { byKeyboard } from "./hands";
import { describeFirstTenMinutes } from "./first-ten-minutes";

describeFirstTenMinutes(byKeyboard);
