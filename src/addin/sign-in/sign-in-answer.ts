/** What the sign-in window tells the pane. */
export interface SignInAnswer {
  /** The provider's answer, with the code; undefined where the provider cannot be reached. */
  readonly parameters: string | undefined;
}
