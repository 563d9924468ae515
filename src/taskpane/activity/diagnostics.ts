import type { PaneWorld } from "../pane-world";

/** How many entries and calls support gets to see. */
const last = 500;

/** Anything shaped like a token or an authorization header goes, whatever it stands in. */
const withoutSecrets = (text: string): string =>
  text
    .replaceAll(/eyJ[\w-]+\.[\w-]+(\.[\w-]*)?/g, "[removed]")
    .replaceAll(
      /((?:api[_-]?key|secret|password|authorization|token)["']?\s*[:=]\s*["']?)[^"',;\s}]+/gi,
      "$1[removed]",
    );

/** What support needs, as JSON: state, settings, health, the last entries and calls. Never key, secret, token or account. */
export const diagnosticsOf = async (world: PaneWorld): Promise<string> => {
  const { runtime, deployment } = world;
  const session = runtime.session.state.get();
  const report = {
    written: new Date(runtime.clock.now()).toISOString(),
    service: deployment.baseUrl,
    locale: world.locale,
    session: session.status,
    settings: runtime.settings.get(),
    memory: runtime.memory.size.get(),
    health: await world.health(),
    entries: runtime.ledger.entries
      .get()
      .slice(-last)
      .map(({ reads, error, ...entry }) => ({
        ...entry,
        reads: [...reads],
        ...(error === undefined
          ? {}
          : { error: { code: error.code, sentence: error.message, status: error.details.status } }),
      })),
    calls: runtime.ledger.calls.get().slice(-last),
  };
  return withoutSecrets(JSON.stringify(report, undefined, 2));
};
