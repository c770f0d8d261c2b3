import type { Choice } from "./choices.ts";

/** What a column is for, as its heading says. `other`: for the customer's own use, or about how to answer. */
export type Role = "question" | "answer" | "comments" | "id" | "section" | "other";
/** 3 names the column, 2 says it among other words, 1 may mean it. */
export type Rated = { role: Role; rate: number };

/** Headings of columns that others fill in, or that explain how to answer. */
const NOT_OURS =
	/\b(?:type|format|options?|choices|guidance|guidelines?|instructions?|help|examples?|expected|sample|scor\w*|weight\w*|points|rating|risk|reviewers?|reviewed|assessors?|auditors?|analysts?|internal|evaluat\w*|priority|owner|ownership|requested|suggested|due|date|mandatory|required|sources?|customers?|clients?|model|our|mapping|instrucciones|ayuda|ejemplos?|puntuacion|puntos|peso|evaluacion|auditor(?:es)?|revisor|interno|fecha|prioridad|aide|exemples?|notation|evaluation|avis|auditeur|interne|poids|hinweise?|hilfe|beispiele?|bewertung\w*|gewicht\w*|punkte|prufer|intern|kunde|datum|prioritat)\b/;
/** Words for those who answer. */
const OURS =
	/\b(?:your|vendors?|suppliers?|providers?|respondents?|csp|proveedor(?:es)?|su|fournisseurs?|prestataires?|votre|vos|lieferant\w*|dienstleister\w*|anbieter\w*|ihre?)\b/;
/** The first that fits counts. */
const ROLES: readonly (readonly [words: RegExp, ...Rated[]])[] = [
	[
		/^(?:no|nr|num|numero|n|n o|id|ids|ref|refs|reference|referencia|index|item no|s no|sl no|sr no|q|qid|code|codigo|cod|lfd nr|laufende nummer|nummer|kennung)$/,
		{ role: "id", rate: 3 },
	],
	[
		/\b(?:id|ref|number|identifier|nummer|kennung)$|\b(?:questions?|items?|controls?|requirements?|serial|line|row|s|sl|sr|lfd) (?:no|nr)$/,
		{ role: "id", rate: 2 },
	],
	[/^(?:questions?|preguntas?|cuestion(?:es)?|fragen?)$/, { role: "question", rate: 3 }],
	[
		/^(?:(?:your |vendor |supplier |su |ihre |votre )?(?:responses?|answers?|reply|respuestas?|contestacion(?:es)?|antwort(?:en)?|stellungnahme|ruckmeldung|reponses?))$/,
		{ role: "answer", rate: 3 },
	],
	[
		/^(?:comments?|notes?|remarks?|comentarios?|observaciones|commentaires?|remarques?|anmerkung(?:en)?|bemerkung(?:en)?|kommentare?|erlauterung(?:en)?)$/,
		{ role: "comments", rate: 3 },
	],
	[
		/\b(?:comments?|notes?|remarks?|explanations?|explain|justification|evidence|rationale|elaborat\w*|additional|further|details?|comentarios?|observaciones|justificacion|evidencias?|detalles?|explicacion|commentaires?|remarques?|preuves?|precisions?|explications?|anmerkung(?:en)?|bemerkung(?:en)?|kommentare?|erlauterung(?:en)?|nachweise?|begrundung(?:en)?)\b/,
		{ role: "comments", rate: 2 },
	],
	[
		/\b(?:responses?|answers?|reply|replies|yes no|y n|respuestas?|contestacion(?:es)?|si no|antwort(?:en)?|stellungnahme|ruckmeldung|ja nein|reponses?|oui non)\b/,
		{ role: "answer", rate: 2 },
	],
	[/\b(?:questions?|preguntas?|cuestion(?:es)?|fragen?)\b/, { role: "question", rate: 2 }],
	[
		/\b(?:compliant|compliance|comply|complies|in place|implemented|implementation|supported|status|met|fulfilled|cumple|cumplimiento|estado|implementad[oa]|conform\w*|statut|erfullt|umgesetzt|umsetzung\w*)\b/,
		{ role: "answer", rate: 1 },
	],
	[
		/^(?:sections?|domains?|categor(?:y|ies)|areas?|famil(?:y|ies)|chapters?|themes?|topics?|subjects?|groups?|functions?|dominios?|categorias?|temas?|seccion|domaines?|categories?|bereiche?|kategorien?|thema|themen|kapitel)$/,
		{ role: "section", rate: 3 },
	],
	[
		/\b(?:requirements?|controls?|quer(?:y|ies)|criteri(?:a|on)|statements?|items?|measures?|checks?|asks?|descriptions?|practices?|outcomes?|requisitos?|controles|descripcion|exigences?|mesures?|anforderung(?:en)?|massnahmen?|kriteri(?:um|en)|beschreibung)\b/,
		{ role: "question", rate: 1 },
	],
	[/\b(?:sections?|domains?|categor(?:y|ies)|areas?|topics?|famil(?:y|ies))\b/, { role: "section", rate: 2 }],
];

const HEAD_CHARACTERS = 80;
const HEAD_WORDS = 10;

const wordsOf = (text: string): string =>
	text
		.toLowerCase()
		.replaceAll("#", " no ")
		.replaceAll("ß", "ss")
		.normalize("NFKD")
		.replace(/\p{Mn}/gu, "")
		.replace(/[^\p{L}\p{N}]+/gu, " ")
		.trim();

/** Whether a text is short enough for a heading of a column. */
export const isShort = (text: string): boolean =>
	text.length <= HEAD_CHARACTERS && text.trim().split(/\s+/).length <= HEAD_WORDS;

/** A long heading says first what it is, and then explains. */
export function shortHead(text: string): string {
	const whole = text.trim();
	if (isShort(whole)) return whole;
	const end = whole.slice(0, HEAD_CHARACTERS + 1).search(/\n|[(:]|[.–-]\s/);
	return end > 0 ? whole.slice(0, end).trim() : whole;
}

/** What a heading says its column is for; undefined if it says nothing that we know. */
export function rateHead(text: string): Rated | undefined {
	if (text.length > HEAD_CHARACTERS) return undefined;
	const words = wordsOf(text);
	if (words === "" || words.split(" ").length > HEAD_WORDS) return undefined;
	const found = ROLES.find(([form]) => form.test(words))?.[1];
	// `Reviewer comments` is not ours, and `Answer options` is not an answer column. A heading that only names the role always counts.
	if (found && (found.rate === 3 || found.role === "id")) return found;
	return NOT_OURS.test(words) ? { role: "other", rate: 1 } : found;
}

/** Whether a heading speaks of those who answer: `Supplier's remarks`. */
export const isOurs = (head: string): boolean => OURS.test(wordsOf(head));

/** Whether a text names a column of questions without asking anything itself. */
export const isQuestionHead = (text: string): boolean => {
	const rated = rateHead(text);
	return rated?.role === "question" && rated.rate === 3;
};

const CHOICES: readonly (readonly [form: RegExp, choices: readonly string[]])[] = [
	[/\byes no\b/, ["Yes", "No", "N/A", "Partly"]],
	[/\by n\b/, ["Y", "N", "N/A"]],
	[/\bja nein\b/, ["Ja", "Nein", "Teilweise"]],
	[/\bsi no\b/, ["Sí", "No", "Parcial"]],
	[/\boui non\b/, ["Oui", "Non", "Partiel"]],
];

/** Words that a heading asks for, such as yes and no. */
export function choicesIn(head: string): readonly Choice[] | undefined {
	const words = wordsOf(head);
	// The heading itself says that there is room for more.
	if (/\b(?:comments?|details?|explain|explanation|describe)\b/.test(words)) return undefined;
	return CHOICES.find(([form]) => form.test(words))?.[1].map((text) => ({ text, is: "text" }));
}
