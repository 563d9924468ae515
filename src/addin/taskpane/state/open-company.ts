import type { WritableStore } from "../../../engine/store";
import type { PaneState, ViewName } from "./pane-state";

/** A company whose file another view has asked for. */
export interface CompanyRequest {
  /** A text that means one company: an id, an identifier or a name. */
  readonly company: string;
  readonly from: ViewName;
  /** The button that asked, so that the focus returns to it. */
  readonly button: string;
}

/** The request that the view of company files has not taken up yet. */
export const requestedCompany = (state: PaneState): WritableStore<CompanyRequest | undefined> =>
  state.draft<CompanyRequest | undefined>("company-request", undefined);

/** The button that gets the focus when its view is shown again. */
export const returnedFrom = (state: PaneState): WritableStore<string | undefined> =>
  state.draft<string | undefined>("company-return", undefined);

/** Opens the file of a company. */
export const openCompany = (state: PaneState, request: CompanyRequest): void => {
  requestedCompany(state).set(request);
  state.view.set("company");
};
