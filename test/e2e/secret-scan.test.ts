import { openScanned } from "./secret-scan";
import { signIn, startStage, type Stage } from "./stage";

let stage: Stage;

beforeAll(async () => {
  stage = await startStage();
}, 240_000);
afterAll(() => stage.close());

const canary = "c4n4ry-that-sings/when+found";

/** Runs in the page: leaves the text wherever a careless program might. */
const plant = async (secret: string): Promise<void> => {
  localStorage.setItem("planted", secret);
  sessionStorage.setItem("planted", btoa(`a${secret}`));
  const database = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open("planted");
    request.onupgradeneeded = () => request.result.createObjectStore("things");
    request.onsuccess = () => resolve(request.result);
  });
  const store = database.transaction("things", "readwrite").objectStore("things");
  await new Promise((resolve) => {
    store.put(new Map([["bytes", new TextEncoder().encode(secret)]]), "one").onsuccess = resolve;
  });
  database.close();
  console.info(`said ${secret}`);
  await fetch(`/workbench/?asked=${encodeURIComponent(secret)}`);
  await fetch("/v3/tasks", { method: "POST", headers: { "x-planted": secret }, body: `body ${secret}` });
};

test("a secret is found in every place where it could be left", async () => {
  const { workbench, findings } = await openScanned(stage, "?fresh", { secrets: [canary] });
  await signIn(workbench);
  await workbench.enterAll({ C9: `x ${canary}` });
  await workbench.page.evaluate(plant, canary);
  await workbench.pane().evaluate(async (secret) => {
    await OfficeRuntime.storage.setItem("planted", secret);
    Office.context.document.settings.set("planted", secret);
    Office.context.document.settings.saveAsync();
    document.title = secret;
  }, canary);
  await workbench.settled();
  const found = await findings();
  expect(found.filter((place) => !place.startsWith("IndexedDB workbench")).toSorted()).toEqual(
    [
      "HAR request body",
      "HAR request headers",
      "IndexedDB planted/things",
      "OfficeRuntime.storage",
      "URL",
      "console",
      "document settings",
      "localStorage",
      "pane",
      "sessionStorage",
      "sheet Sheet1",
    ].toSorted(),
  );
}, 120_000);

test("nothing is found where there is nothing, though key and secret were sent and tokens came", async () => {
  const secrets = stage.demo.accounts.map(({ api_secret: secret }) => secret);
  const { workbench, findings, searched } = await openScanned(stage, "?open=holdings.json", { secrets });
  await signIn(workbench);
  await workbench.enterAll({ B2: "=ENTITY.RESOLVE(A2:A41)" });
  expect(await findings()).toEqual([]);
  const places = [...searched().keys()];
  expect(places).toEqual(
    expect.arrayContaining(["sheet Holdings", "localStorage", "URL", "HAR request body", "HAR response body", "pane"]),
  );
  expect(places.some((place) => place.startsWith("export "))).toBe(true);
  expect(places.some((place) => place.startsWith("IndexedDB spillway"))).toBe(true);
}, 120_000);
