/** Gives the ribbon, the context menu and the shortcuts their actions; every one completes, also when it fails. */
export const registerCommands = (
  commands: readonly { readonly id: string; readonly run: () => Promise<void> }[],
  failed: (error: unknown) => void,
): void => {
  for (const { id, run } of commands)
    Office.actions.associate(id, (event?: Partial<Office.AddinCommands.Event>) => {
      void run()
        .catch(failed)
        .finally(() => event?.completed?.());
    });
};
