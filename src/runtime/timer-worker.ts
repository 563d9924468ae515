import { runTimers } from "./system-clock";

runTimers(self);
