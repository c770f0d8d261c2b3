/** Rows that sum up, in the languages of the questionnaires that we know. */
const TOTAL =
	/^(?:(?:sub|grand |overall )?-?\s?(?:totals?|scores?|sum|average|mean)(?:\s(?:score|points|marks|result))?|(?:puntuación|puntaje|nota|resultado)\s(?:total|global|final|media)|promedio|media|suma|(?:note|score)\s(?:globale?|totale?|finale?|moyenne)|moyenne|somme|gesamt(?:punktzahl|punkte|ergebnis|summe|bewertung|wertung)?|(?:zwischen)?summe|durchschnitt|mittelwert|ergebnis)\s*(?:[([:=].{0,40})?$/iu;
const RIGHTS =
	/^\s*(?:©|\(c\)\s|copyright\b)|©|\ball rights reserved\b|\balle rechte vorbehalten\b|\btodos los derechos\b|\btous droits\b/iu;
const END = /^(?:end of \w+(?:\s\w+){0,2}|ende|fin)\.?$/iu;
/** Above the criteria by which answers are rated. */
const LEGEND =
	/\b(?:(?:rating|scoring|maturity|answer) (?:scale|levels?|criteria|key)|scale|legend|key to|criterios de (?:puntuación|valoración)|escala|leyenda|barème|échelle|légende|skala|legende|bewertungs(?:skala|schlüssel|kriterien))\b/iu;
/** What a cell with a list holds until a person picks something, in the languages of the questionnaires that we know. */
const PLACEHOLDER =
	/^[\s\-–—.<>[\]()*]*(?:(?:please |bitte )?(?:select|choose|pick)\b.{0,40}|(?:bitte )?(?:aus)?wählen.{0,40}|seleccion[ae].{0,40}|(?:sélectionne|choisi)\w*.{0,40})?[\s\-–—.<>[\]()*]*$/iu;
const LOOKED_AT = 500;

/** Whether a text in a cell with a list says that nothing was picked yet. */
export const isPlaceholder = (text: string): boolean => text.length <= 80 && PLACEHOLDER.test(text);

/** Why a row with such a text is no question; undefined if it may be one. */
export function notAQuestion(text: string): string | undefined {
	const begin = text.slice(0, LOOKED_AT).trim();
	if (TOTAL.test(begin)) return "It is a total.";
	if (RIGHTS.test(begin) || END.test(begin)) return "It is a note at the end.";
	return undefined;
}

/** Whether a heading stands above criteria for answers, not above questions. */
export const isLegend = (heading: string): boolean => LEGEND.test(heading.slice(0, LOOKED_AT));
