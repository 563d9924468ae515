import { readFileSync } from "node:fs";
import path from "node:path";
import { demoAudience, demoClient } from "../../scripts/run/identity-provider";
import { committedOrigin } from "../../scripts/manifest/add-in";
import { createGateway } from "../../src/gateway/gateway";
import { type RunningProvider, startIdentityProvider } from "../support/identity-provider";
import { startTeamGateway, type TestGateway } from "../support/team-gateway";
import { closeBrowser, openWorkbench, type OpenOptions, type WorkbenchPage } from "./workbench/page";
import { freePort } from "../../scripts/run/free-port";

/** The workbench before the gateway of a team, with an identity provider in a process of its own. */
export interface TeamStage {
  readonly origin: string;
  readonly gateway: TestGateway;
  readonly provider: RunningProvider;
  readonly open: (options?: OpenOptions, query?: string) => Promise<WorkbenchPage>;
  readonly close: () => Promise<void>;
}

const built = path.join(__dirname, "..", "..", "dist");

export const startTeamStage = async (): Promise<TeamStage> => {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const provider = await startIdentityProvider(
    ["sign-in.html", "team/admin"].flatMap((page) => ["--redirect", `${origin}/${page}`]),
  );
  const gateway = await startTeamGateway(provider.issuer, path.join(built, "admin"));
  const { issuer } = provider;
  const team = {
    keys: true,
    provider: {
      name: "Demo provider",
      clientId: demoClient,
      scope: "openid profile gateway",
      resource: demoAudience,
      issuer,
    },
  };
  const placed = (file: string, type: string) => ({
    [`/${file}`]: { type, text: readFileSync(path.join(built, file), "utf8").replaceAll(committedOrigin, origin) },
  });
  const server = await createGateway({
    root: built,
    team: gateway.team,
    made: {
      ...placed("functions.json", "application/json"),
      ...placed("manifest.xml", "text/xml; charset=utf-8"),
      "/deployment.json": { type: "application/json", text: JSON.stringify({ baseUrl: origin, team }) },
    },
    aliases: {
      "/workbench/": "/workbench/workbench.html",
      "/taskpane.html": "/taskpane.workbench.html",
      "/sign-in.html": "/sign-in.workbench.html",
    },
  });
  await new Promise<void>((resolve) => server.listen(port, "localhost", resolve));
  return {
    ...{ origin, gateway, provider },
    open: (options = {}, query = "?fresh") => openWorkbench(`${origin}/workbench/${query}`, options),
    close: async () => {
      await closeBrowser();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await gateway.close();
      await provider.stop();
    },
  };
};
