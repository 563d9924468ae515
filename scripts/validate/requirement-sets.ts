/** "Excel JavaScript API", "Custom Functions" and "Office Common API requirement sets": the last version of each. */
export const requirementSets: Readonly<Record<string, readonly string[]>> = {
  ExcelApi: Array.from({ length: 20 }, (_, index) => `1.${index + 1}`),
  ExcelApiDesktop: ["1.1", "1.2", "1.3"],
  ExcelApiOnline: ["1.1"],
  CustomFunctionsRuntime: ["1.1", "1.2", "1.3", "1.4", "1.5"],
  SharedRuntime: ["1.1", "1.2"],
  AddinCommands: ["1.1", "1.3"],
  RibbonApi: ["1.1", "1.2"],
  DialogApi: ["1.1", "1.2"],
  ImageCoercion: ["1.1", "1.2"],
  IdentityAPI: ["1.3"],
  ...Object.fromEntries(
    (
      "BindingEvents CompressedFile DialogOrigin DocumentEvents File KeyboardShortcuts MatrixBindings MatrixCoercion " +
      "NestedAppAuth OpenBrowserWindowApi PdfFile Selection Settings TableBindings TableCoercion TextBindings TextCoercion"
    )
      .split(" ")
      .map((name) => [name, ["1.1"]]),
  ),
};
