import { describeLanguages, otherLanguages } from "./language";

describeLanguages(otherLanguages);
