import type { SourceFile, TransformerFactory } from "typescript";

export const withoutHelp: TransformerFactory<SourceFile>;
