const longestAction = 300_000;

/** Runs a function the add-in gave an action, with the event it has to complete (`Office.AddinCommands.Event`). */
export const runAction = (
  actions: ReadonlyMap<string, (event: object) => unknown>,
  id: string,
  source = id,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const action = actions.get(id);
    if (action === undefined) {
      reject(new Error(`The add-in gave the action "${id}" no function.`));
      return;
    }
    const timer = setTimeout(() => reject(new Error(`The action "${id}" did not complete.`)), longestAction);
    const completed = (): void => {
      clearTimeout(timer);
      resolve();
    };
    Promise.resolve(action({ source: { id: source }, completed })).catch(reject);
  });
