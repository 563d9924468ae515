/** Settings that travel with the workbook. */
export interface WorkbookSettings {
  /** Rows that limit "all" may reach; default 10,000. */
  readonly rowCap: number;
  readonly refresh: "manual" | "on-open" | { readonly everyMinutes: number };
}
