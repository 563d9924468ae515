import { AddinError } from "../../engine/http/addin-error";
import type { EngineAccess } from "../table/context";

/**
 * The answer of a call about one company.
 * @throws AddinError that names the company where the service does not know it, or the account may not read it; the other failures as
 * they are.
 */
export const askAboutCompany = async <Answer>(
  access: EngineAccess,
  entity_id: string,
  call: () => Promise<Answer>,
): Promise<Answer> => {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof AddinError)) throw error;
    // Late, because the listings that load first seldom fail.
    const { explainRefusal } = await import(/* webpackChunkName: "later-functions" */ "./coverage");
    throw await explainRefusal(access, entity_id, error);
  }
};
