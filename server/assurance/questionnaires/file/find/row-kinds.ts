/** Rows that sum up, in the languages of the questionnaires that we know. */
const TOTAL =
	/^(?:(?:sub|grand |overall )?-?\s?(?:totals?|scores?|sum|average|mean)(?:\s(?:score|points|marks|result))?|(?:puntuación|puntaje|nota|resultado)\s(?:total|global|final|media)|promedio|media|suma|(?:note|score)\s(?:globale?|totale?|finale?|moyenne)|moyenne|somme|gesamt(?:punktzahl|punkte|ergebnis|summe|bewertung|wertung)?|(?:zwischen)?summe|durchschnitt|mittelwert|ergebnis)\s*(?:[([:=].{0,40})?$/iu;
const RIGHTS =
	/^\s*(?:©|\(c\)\s|copyright\b)|©|\ball rights reserved\b|\balle rechte vorbehalten\b|\btodos los derechos\b|\btous droits\b/iu;
const END = /^(?:end of \w+(?:\s\w+){0,2}|ende|fin)\.?$/iu;
/** Above the criteria by which answers are rated. */
const LEGEND =
	/\b(?:(?:rating|scoring|maturity|answer) (?:scale|levels?|criteria|key)|scale|legend|key to|criterios de (?:puntuación|valoración)|escala|leyenda|barème|échelle|légende|skala|legende|bewertungs(?:skala|schlüssel|kriterien))\b/iu;
/** With which a cell with a list invites people to choose, in the languages of the questionnaires that we know. */
const INVITING = new Set(
	"select choose pick wählen auswählen seleccione seleccionar selecciona elija elegir sélectionner sélectionnez choisir choisissez".split(
		" ",
	),
);
const POLITE = new Set(["please", "bitte", "veuillez", "por", "favor"]);
const LOOKED_AT = 500;

/** Whether a text in a cell with a list says that nothing was picked yet: `--`, `Please select…`. */
export function isPlaceholder(text: string): boolean {
	if (text.length > 80) return false;
	const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
	const first = words.find((word) => !POLITE.has(word));
	return words.length === 0 || (first !== undefined && INVITING.has(first));
}

/** Why a row with such a text is no question; undefined if it may be one. */
export function notAQuestion(text: string): string | undefined {
	const begin = text.slice(0, LOOKED_AT).trim();
	if (TOTAL.test(begin)) return "It is a total.";
	if (RIGHTS.test(begin) || END.test(begin)) return "It is a note at the end.";
	return undefined;
}

/** Whether a heading stands above criteria for answers, not above questions. */
export const isLegend = (heading: string): boolean => LEGEND.test(heading.slice(0, LOOKED_AT));
