// The one page of a worker that its test files use one after the other. A new page is a new process of the browser, which compiles the
// scripts of the workbench again (seconds); one that only goes to an address again has new globals and the compiled scripts.

/** Playwright's events that tests listen to; its own listeners are elsewhere. */
const events = {
  page: ["console", "crash", "dialog", "download", "framenavigated", "pageerror", "popup"],
  both: ["request", "requestfailed", "requestfinished", "response"],
};
/** What tests add to a page or a context, and Playwright can take away again. */
const additions = ["addInitScript", "exposeBinding", "exposeFunction"];

/** Milliseconds for emptying a page; one that takes longer hangs, and is replaced. */
const patience = 10_000;

const within = (milliseconds, work) => {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error("late")), milliseconds);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};

/** The page; undefined before the first use and after one that could not be emptied. */
let page;
let isTaken = false;
/** Undo what tests added. */
let added = [];
/** The origins that the page has been at. */
const origins = new Set();

const noteAdditions = (target) => {
  for (const name of additions) {
    const add = target[name].bind(target);
    target[name] = async (...parameters) => {
      const addition = await add(...parameters);
      added.push(addition);
      return addition;
    };
  }
};

const newPage = async (browser, contextOptions) => {
  const context = await browser.newContext(contextOptions);
  page = await context.newPage();
  noteAdditions(context);
  noteAdditions(page);
  page.on("framenavigated", noteOrigin);
};

const noteOrigin = (frame) => {
  if (frame.url().startsWith("http")) origins.add(new URL(frame.url()).origin);
};

const drop = async () => {
  const dropped = page;
  page = undefined;
  added = [];
  origins.clear();
  await dropped
    ?.context()
    .close()
    .catch(() => undefined);
};

const empty = async () => {
  const context = page.context();
  await Promise.all(
    context
      .pages()
      .filter((other) => other !== page)
      .map((other) => other.close()),
  );
  for (const name of [...events.page, ...events.both]) page.removeAllListeners(name);
  for (const name of [...events.both, "page"]) context.removeAllListeners(name);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await context.unrouteAll({ behavior: "ignoreErrors" });
  await context.setOffline(false);
  if (page.url().startsWith("http")) await page.evaluate(() => sessionStorage.clear());
  await page.goto("about:blank");
  await Promise.all(added.splice(0).map((addition) => addition.dispose()));
  await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: null, forcedColors: null, contrast: null });
  page.setDefaultTimeout(30_000);
  const session = await context.newCDPSession(page);
  for (const origin of origins) await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  await session.detach();
  await context.clearCookies();
  origins.clear();
  page.on("framenavigated", noteOrigin);
};

/**
 * The page, empty and of this size, in a context that keeps nothing of earlier visits; undefined while somebody has it.
 * @param contextOptions of a context with `viewport`
 */
export const takePage = async (browser, contextOptions) => {
  if (isTaken) return undefined;
  isTaken = true;
  if (page?.isClosed() === true || page?.context().browser() !== browser) await drop();
  if (page === undefined) await newPage(browser, contextOptions);
  else await page.setViewportSize(contextOptions.viewport);
  return page;
};

/** Ends the visit. Returns whether this is the page that is kept; any other is left as it is. */
export const givePageBack = async (given) => {
  if (given !== page || !isTaken) return false;
  if (page.isClosed()) await drop();
  else await within(patience, empty()).catch(drop);
  isTaken = false;
  return true;
};

/** Ends the visit of whoever has the page, and returns the context that is kept. */
export const endVisit = async () => {
  if (page !== undefined) await givePageBack(page);
  return page?.context();
};
