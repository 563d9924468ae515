import type { Runtime } from "../runtime/runtime";
import { say } from "../text/say";
import { sayHealth } from "../text/say-health";
import { readRequirementSets } from "./capabilities";

/** What the health check looks at from outside: the innermost fetch and where the service is. */
export interface HealthDoors {
  readonly runtime: Runtime;
  readonly fetch: (address: string) => Promise<Response>;
  readonly baseUrl: string;
  readonly functionCount: number;
}

interface Item {
  readonly name: string;
  readonly state: "good" | "bad" | "unknown";
  readonly sentence: string;
}

/** Looks at everything that must be right for a formula to answer; each fault has a sentence that says what to do. */
export const checkHealth = async (doors: HealthDoors): Promise<readonly Item[]> => [
  await checkService(doors),
  checkSession(doors.runtime),
  checkFunctions(doors.functionCount),
  ...readRequirementSets().map(({ name, supported }): Item => ({
    name,
    state: supported ? "good" : "unknown",
    sentence: supported ? sayHealth("health.setSupported") : sayHealth("health.setMissing", { set: name }),
  })),
];

/** A request without a token must come back as 401: then the service is reached and CORS lets us read its answer. */
const checkService = async ({ fetch, baseUrl }: HealthDoors): Promise<Item> => {
  const name = sayHealth("health.service");
  try {
    const { status } = await fetch(`${baseUrl}/v3/tasks`);
    if (status === 401)
      return { name, state: "good", sentence: sayHealth("health.serviceReached", { address: baseUrl }) };
    return { name, state: "bad", sentence: sayHealth("health.serviceOdd", { address: baseUrl, status }) };
  } catch {
    return { name, state: "bad", sentence: sayHealth("health.serviceUnreachable", { address: baseUrl }) };
  }
};

const checkSession = ({ session }: Runtime): Item => {
  const signedIn = session.state.get().status === "signed-in";
  return {
    name: sayHealth("health.session"),
    state: signedIn ? "good" : "bad",
    sentence: signedIn ? sayHealth("health.sessionGood") : say("runtime.signedOut"),
  };
};

const checkFunctions = (count: number): Item => {
  const registered = typeof CustomFunctions !== "undefined";
  return {
    name: sayHealth("health.functions"),
    state: registered ? "good" : "bad",
    sentence: registered ? sayHealth("health.functionsGood", { count }) : sayHealth("health.functionsMissing"),
  };
};
