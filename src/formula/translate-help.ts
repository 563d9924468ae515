import type { HelpVoice } from "../text/help-voice";
import type { FunctionDefinition } from "./definition";

/** A definition whose help is said by this voice; names, values and examples' formulas stay what is typed. */
export const translateHelp = (definition: FunctionDefinition, voice: HelpVoice): FunctionDefinition => ({
  ...definition,
  description: voice(definition.description),
  parameters: definition.parameters.map((parameter) => ({ ...parameter, description: voice(parameter.description) })),
  options: definition.options.map((option) => ({ ...option, description: voice(option.description) })),
  examples: definition.examples.map((example) => ({ ...example, shows: voice(example.shows) })),
});
