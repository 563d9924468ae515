import type { ReactNode } from "react";
import { t } from "../../../../i18n/t";
import { Page } from "../../ui/page";
import { SnapshotList } from "../snapshots/snapshot-list";
import { FreezeSection } from "./freeze";
import { ShareCopySection } from "./share-copy";

/** Values that stay: snapshots of refreshes, frozen formulas, and a copy for people without the add-in. */
export const CopiesView = (): ReactNode => (
  <Page title={t("view.copies")}>
    <SnapshotList />
    <FreezeSection />
    <ShareCopySection />
  </Page>
);
