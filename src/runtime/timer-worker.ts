import { runTimers, type TimerPort } from "./system-clock";

runTimers(self as unknown as TimerPort);
