import { SEVERITIES } from "#contract/findings/severity.ts";
import { counted } from "#contract/format/count.ts";
import type { SeverityCounts } from "#contract/scans/scans.ts";
import type { Block, Brief, Cause } from "../document/document.ts";
import { countsText } from "../severity-labels.ts";
import { drawBlock, drawNote, READING_WIDTH } from "./draw-block.ts";
import { drawCause, type SetCause, setCause, setStep } from "./draw-cause.ts";
import { drawSectionHeading, SECTION_HEADING } from "./draw-section-heading.ts";
import { fitOnPages } from "./fit-on-pages.ts";
import { type Element, HEIGHT, lineHeight, PAGE, type Pen, STYLES, type TextStyle } from "./pen.ts";
import type { Line } from "./typesetter.ts";

/** The first page is the result. Causes that do not fit below it have the others. */
const CAUSE_PAGES = 2;
/** Between blocks, in points. */
const GAP = 9;
/** How much of a note the first page has room for. */
const NOTE_ITEMS = 5;
const FEW_ITEMS = 2;

/**
 * The result and all causes on one page, if they fit; otherwise the result and what to do first, then as many causes as fit on two more
 * pages. Texts are cut to a number of lines, and everything is measured before it is drawn: so the pages stay three, and the first one
 * can say where the appendix starts.
 */
export async function drawBrief(pen: Pen, root: Element, { result, first, causes, appendix }: Brief): Promise<void> {
	const about = (page: number) => setText(pen, `The appendix, from page ${page}, has ${appendix}.`, STYLES.quiet);
	const aboutHeight = Math.max(...[2, 3, 4].map((page) => about(page).height));
	await drawResult(pen, root, result);

	const set = causes.map((cause) => setCause(pen, cause));
	const heights = heightsOf(set).map((height, index) => (index === 0 ? SECTION_HEADING + height : height));
	const room = pen.left() - aboutHeight;
	const [below = 0] = fitOnPages(heights, { height: room, pages: 1, rest: 0 });
	if (below === set.length) {
		const heading = first.length > 0 ? "What to do first" : "Problems";
		if (below > 0) drawPart(pen, root, { heading, room: 0 }, (part) => drawCauses(pen, part, set, [below]));
		drawText(pen, root, about(2));
		return;
	}

	const steps = first.map((cause) => setStep(pen, cause));
	const shown = fitOnPages(heightsOf(steps), { height: room - SECTION_HEADING, pages: 1, rest: 0 });
	if (steps.length > 0)
		drawPart(pen, root, { heading: "What to do first", room: 0 }, (part) => drawCauses(pen, part, steps, shown));
	const rest = setText(pen, restText(causes, 2 + CAUSE_PAGES), STYLES.text).height;
	const pages = fitOnPages(heights, { height: HEIGHT, pages: CAUSE_PAGES, rest });
	const appendixPage = 2 + pages.length;
	drawText(pen, root, about(appendixPage));
	drawPart(pen, root, { heading: "Problems", room: HEIGHT }, (part) => {
		drawCauses(pen, part, set, pages);
		const left = causes.slice(pages.reduce((sum, count) => sum + count, 0));
		if (left.length > 0) drawText(pen, part, setText(pen, restText(left, appendixPage), STYLES.text));
	});
}

const drawResult = async (pen: Pen, root: Element, result: readonly Block[]): Promise<void> => {
	const part = pen.doc.struct("Sect");
	root.add(part);
	drawSectionHeading(pen, part, { heading: "Result", room: 0 });
	for (const block of result) {
		if (block.type === "note") {
			const lines = (block.items ?? []).length > FEW_ITEMS ? 1 : 2;
			drawNote(pen, part, block, { items: NOTE_ITEMS, lines });
		} else await drawBlock(pen, part, block);
		pen.skip(GAP);
	}
	part.end();
};

/** So many of them on each page. */
function drawCauses(pen: Pen, parent: Element, set: readonly SetCause[], pages: readonly number[]): void {
	let at = 0;
	for (const [page, count] of pages.entries()) {
		if (page > 0) pen.newPage();
		for (const each of set.slice(at, at + count)) drawCause(pen, parent, each);
		at += count;
	}
}

const heightsOf = (set: readonly { height: number }[]): number[] => set.map(({ height }) => height);

/** How many problems are only in the appendix, and how serious they are. */
function restText(left: readonly Cause[], page: number): string {
	const problems = left.flatMap((cause) => cause.problems);
	const counts = Object.fromEntries(
		SEVERITIES.map((each) => [each, problems.filter(({ severity }) => severity === each).length]),
	) as SeverityCounts;
	const are = problems.length === 1 ? "is" : "are";
	return `${counted(problems.length, "more problem")} (${countsText(counts)}) ${are} in the appendix, from page ${page}.`;
}

type SetText = { lines: Line[]; style: TextStyle; height: number };

/** A sentence with space above and below it. */
function setText(pen: Pen, text: string, style: TextStyle): SetText {
	const lines = pen.lines(text, style, READING_WIDTH);
	return { lines, style, height: lines.length * lineHeight(style) + 2 * GAP };
}

function drawText(pen: Pen, parent: Element, { lines, style }: SetText): void {
	pen.skip(GAP);
	pen.read(parent, "P", () => pen.flow(lines, style, PAGE.left));
	pen.skip(GAP);
}

function drawPart(
	pen: Pen,
	root: Element,
	heading: { heading: string; room: number },
	fill: (part: Element) => void,
): void {
	pen.hold(root, "Sect", (part) => {
		drawSectionHeading(pen, part, heading);
		fill(part);
	});
}
