import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Download } from "playwright-core";
import { openView } from "./open-view";
import type { OpenOptions, WorkbenchPage } from "./workbench/page";
import { textsOfHar } from "./har-texts";
import { textsOfBrowser, type SearchedText } from "./browser-texts";
import { recordCalls, type SentCall, type SentCalls } from "./sent-calls";
import type { Stage } from "./stage";

/** A workbench of which everything that stays behind is searched for secrets at the end. */
export interface ScannedWorkbench {
  readonly workbench: WorkbenchPage;
  readonly sent: SentCalls;
  /** Exports the diagnostics, closes the page, and says where a secret or a token was found; empty when nowhere. */
  readonly findings: () => Promise<readonly string[]>;
  /** How many texts of which places were searched, so that a test can see that there was something. */
  readonly searched: () => ReadonlyMap<string, number>;
}

/** Opens the workbench and listens from the first request on. Secrets are those given and every token that is issued meanwhile. */
export const openScanned = async (
  stage: Stage,
  query: string,
  { secrets, ...options }: OpenOptions & { readonly secrets: readonly string[] },
): Promise<ScannedWorkbench> => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "har-"));
  const har = path.join(folder, "session.har");
  const workbench = await stage.open(query, { ...options, har });
  const heard = listen(workbench);
  const sent = await recordCalls(workbench);
  const searched = new Map<string, number>();
  const findings = async (): Promise<readonly string[]> => {
    await saveDiagnostics(workbench);
    const bodies = bodiesOf(await sent.all());
    const stored = await textsOfBrowser(workbench);
    const downloads = await Promise.all(heard.downloads.map(readDownload));
    const urls = workbench.page.frames().map((frame) => ({ place: "URL", text: frame.url() }));
    // The page first: the recording waits for every answer, and a call that a reload ended never gets one.
    await workbench.close();
    await workbench.page.context().close();
    const texts = [
      ...heard.console,
      ...bodies,
      ...stored,
      ...downloads,
      ...urls,
      ...textsOfHar(readFileSync(har, "utf8")),
    ];
    rmSync(folder, { recursive: true, force: true });
    for (const { place } of texts) searched.set(place, (searched.get(place) ?? 0) + 1);
    return findSecrets(texts, [...secrets, ...sent.tokens]);
  };
  return { workbench, sent, findings, searched: () => searched };
};

interface Heard {
  readonly console: SearchedText[];
  readonly downloads: Download[];
}

const listen = ({ page }: WorkbenchPage): Heard => {
  const heard: Heard = { console: [], downloads: [] };
  page.on("console", (message) => heard.console.push({ place: "console", text: message.text() }));
  page.on("pageerror", (error) =>
    heard.console.push({ place: "console", text: `${error.message} ${error.stack ?? ""}` }),
  );
  page.on("download", (download) => heard.downloads.push(download));
  return heard;
};

/** The HAR lacks bodies of requests that were cloned before they were sent; of the token call see there. */
const bodiesOf = (calls: readonly SentCall[]): readonly SearchedText[] =>
  calls
    .filter(({ path: pathname }) => pathname !== "/oauth/token")
    .map(({ body }) => ({ place: "request body", text: JSON.stringify([body]) }));

const readDownload = async (download: Download): Promise<SearchedText> => ({
  place: `export ${download.suggestedFilename().replace(/[-\d]+/g, "")}`,
  text: readFileSync(await download.path(), "utf8"),
});

/** As somebody would for support. */
const saveDiagnostics = async ({ pane, page }: WorkbenchPage): Promise<void> => {
  await openView(pane(), "Support");
  const download = page.waitForEvent("download");
  await pane().getByRole("button", { name: "Save the file" }).click();
  await download;
};

/** A secret as it is, in an address, and inside of base64 wherever it may begin there. */
const disguises = (secret: string): readonly string[] => [
  secret,
  encodeURIComponent(secret),
  ...[0, 1, 2].map((shift) =>
    Buffer.from(`${"x".repeat(shift)}${secret}`)
      .toString("base64")
      .slice(shift === 0 ? 0 : 4, -4),
  ),
];

/** Of a token the part that says for whom, and the signature: its first part is the same for all. */
const partsOf = (secret: string): readonly string[] =>
  secret.startsWith("eyJ") ? secret.split(".").slice(1) : [secret];

/** Where one of the secrets stands, without saying it. */
export const findSecrets = (texts: readonly SearchedText[], secrets: readonly string[]): readonly string[] => {
  const needles = secrets.flatMap(partsOf).flatMap(disguises);
  const found = texts.filter(({ text }) => needles.some((needle) => text.includes(needle)));
  const exportable = texts.filter(({ text }) => text.includes("extractable key"));
  return [
    ...new Set([
      ...found.map(({ place }) => place),
      ...exportable.map(({ place }) => `${place}: a key that can be exported`),
    ]),
  ];
};
