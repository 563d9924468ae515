import { LocalUndoRedoService, type IUndoRedoItem } from "@univerjs/core";

type Push = (this: LocalUndoRedoService, edit: IUndoRedoItem) => void;

/**
 * Combines several edits into one undo step. The engine's own batching undoes edits in their original order, so that
 * the last undo restores what an earlier one removed.
 */
export class UndoGroup {
  readonly #edits: { readonly edit: IUndoRedoItem; readonly push: () => void }[] = [];
  readonly #listeners = new Set<(unitId: string) => void>();
  readonly #completions: ((edit: IUndoRedoItem) => IUndoRedoItem)[] = [];
  #open = 0;
  #isMuted = false;

  /** Create it before the engine: the injector binds the service's methods when it first returns the service. */
  constructor() {
    const { prototype } = LocalUndoRedoService;
    // oxlint-disable-next-line typescript/unbound-method -- bound to its service when called
    const push: Push = prototype.pushUndoRedo;
    const gather = (item: IUndoRedoItem, service: LocalUndoRedoService): void => {
      const edit = this.#completions.reduce((each, complete) => complete(each), item);
      if (this.#isMuted) return;
      for (const listener of this.#listeners) listener(edit.unitID);
      if (this.#open === 0) push.call(service, edit);
      else this.#edits.push({ edit, push: () => push.call(service, this.#merge(edit.unitID)) });
    };
    prototype.pushUndoRedo = function (edit) {
      gather(edit, this);
    };
  }

  /** The listener is called at each edit that can be undone. */
  onEdit(listener: (unitId: string) => void): void {
    this.#listeners.add(listener);
  }

  /** Makes edits that are no step of undo, because this user has not made them. */
  without(edits: () => void): void {
    this.#isMuted = true;
    try {
      edits();
    } finally {
      this.#isMuted = false;
    }
  }

  /** Calls back with each edit before it becomes a step of undo, to add what else is to be undone. */
  complete(completion: (edit: IUndoRedoItem) => IUndoRedoItem): void {
    this.#completions.push(completion);
  }

  /** Overlapping groups become one. */
  begin(): void {
    this.#open += 1;
  }

  end(): void {
    this.#open -= 1;
    if (this.#open > 0) return;
    const units = new Map(this.#edits.map(({ edit, push }) => [edit.unitID, push]));
    for (const push of units.values()) push();
    this.#edits.length = 0;
  }

  #merge(unitID: string): IUndoRedoItem {
    const edits = this.#edits.map(({ edit }) => edit).filter((edit) => edit.unitID === unitID);
    const undoMutations = edits.toReversed().flatMap((edit) => edit.undoMutations);
    return { unitID, undoMutations, redoMutations: edits.flatMap((edit) => edit.redoMutations) };
  }
}
