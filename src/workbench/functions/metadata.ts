/** One parameter in functions.json ("Custom functions metadata"). */
export interface ParameterMetadata {
  readonly name: string;
  readonly description?: string;
  readonly type?: string;
  readonly dimensionality?: "scalar" | "matrix";
  readonly optional?: boolean;
  readonly repeating?: boolean;
  readonly customEnumId?: string;
}

/** One function in functions.json. */
export interface HostFunctionMetadata {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly helpUrl?: string;
  readonly parameters: readonly ParameterMetadata[];
  readonly options?: {
    readonly stream?: boolean;
    readonly cancelable?: boolean;
    readonly volatile?: boolean;
    readonly requiresAddress?: boolean;
    readonly requiresParameterAddresses?: boolean;
    readonly excludeFromAutoComplete?: boolean;
  };
}

/** A custom enumeration in functions.json. Text enumerations have `stringValue`, number enumerations `numberValue`. */
export interface EnumMetadata {
  readonly id: string;
  readonly type?: string;
  readonly values: readonly {
    readonly name: string;
    readonly stringValue?: string;
    readonly numberValue?: number;
    readonly tooltip?: string;
  }[];
}

/** functions.json. */
export interface FunctionsFile {
  readonly functions: readonly HostFunctionMetadata[];
  readonly enums?: readonly EnumMetadata[];
  readonly allowErrorForDataTypeAny?: boolean;
  readonly allowCustomDataForDataTypeAny?: boolean;
}
