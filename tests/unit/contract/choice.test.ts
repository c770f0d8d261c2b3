import { expect, test } from "vitest";
import { choiceFor } from "#contract/questionnaires/choice.ts";

test.each<[string, readonly string[], string | undefined]>([
	["Yes. We do.", ["Yes", "No"], "Yes"],
	["yes, since 2020", ["YES", "NO"], "YES"],
	["No backups are kept", ["Yes", "No"], undefined],
	["No - not yet", ["Ja", "Nein"], "Nein"],
	["Not applicable. We have none.", ["Yes", "No", "N/A"], "N/A"],
	["Partly: only laptops.", ["Full", "Partial"], "Partial"],
	["Yes, fully. Since 2020.", ["Yes", "Yes, fully", "No"], "Yes, fully"],
	["3", ["1", "2", "3"], "3"],
	["30 days", ["1", "2", "3"], undefined],
	["Implemented", ["Planned", "Implemented"], "Implemented"],
	["Implementation is planned", ["Planned", "Implementation"], undefined],
	["", ["", "Yes"], undefined],
	["We do.", [], undefined],
])("%j with %j is %j", (answer, choices, chosen) => {
	expect(choiceFor(answer, choices)).toBe(chosen);
});
