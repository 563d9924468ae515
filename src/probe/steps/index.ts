import type { ProbeStep } from "../step";
import { argumentSteps, enumerationSteps, invocationSteps } from "./arguments";
import { callSteps, calledAgainSteps, cancelSteps, manualSteps, nameSteps, streamSteps } from "./calls";
import { objectModelSteps, personSteps } from "./object-model";
import { linkSteps } from "./links";
import { formatSteps, resultSteps, spillSteps } from "./results";

/** All steps; those that need a person come last. */
export const steps: readonly ProbeStep[] = [
  ...nameSteps,
  ...argumentSteps,
  ...enumerationSteps,
  ...invocationSteps,
  ...resultSteps,
  ...spillSteps,
  ...formatSteps,
  ...callSteps,
  ...calledAgainSteps,
  ...cancelSteps,
  ...streamSteps,
  ...manualSteps,
  ...objectModelSteps,
  ...linkSteps,
  ...personSteps,
];
