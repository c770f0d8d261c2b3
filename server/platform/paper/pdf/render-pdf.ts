import { setImmediate as pause } from "node:timers/promises";
import PDFDocument from "pdfkit";
import { site } from "#src/config/site.ts";
import { visibleLine } from "../../texts/visible-text.ts";
import type { Block, DocumentSection, ReportDocument } from "../document/document.ts";
import type { Letterhead } from "../letterhead.ts";
import { drawBlock, drawFacts } from "./draw-block.ts";
import { drawBrief } from "./draw-brief.ts";
import { drawClient, drawRunningHead, drawSender } from "./draw-letterhead.ts";
import { drawBob, drawRule } from "./draw-marks.ts";
import { drawSectionHeading } from "./draw-section-heading.ts";
import { tableRoom } from "./draw-table.ts";
import { COLORS, createPen, type Element, lineHeight, PAGE, type Pen, STYLES, WIDTH } from "./pen.ts";

/**
 * The document as a PDF: tagged, with an outline, a title and a language; fonts are embedded, and all text can be extracted. Its dates
 * and its id come from the data, so the same data gives the same bytes. Pauses let the process do other work. Without a letterhead, the
 * product is the issuer.
 */
export async function renderPdf(document: ReportDocument, letterhead?: Letterhead): Promise<Buffer> {
	const name = visibleLine(document.name);
	const made = new Date(document.generatedAt);
	const doc = new PDFDocument({
		size: "A4",
		margin: 0,
		pdfVersion: "1.7",
		tagged: true,
		lang: "en",
		displayTitle: true,
		bufferPages: true,
		info: {
			Title: name,
			Author: visibleLine(document.author),
			Subject: visibleLine(document.description),
			Creator: site.name,
			Producer: site.name,
			CreationDate: made,
			ModDate: made,
		},
	});
	const chunks: Buffer[] = [];
	doc.on("data", (chunk: Buffer) => chunks.push(chunk));
	const ended = new Promise<void>((resolve, reject) => {
		doc.on("end", resolve);
		doc.on("error", reject);
	});

	const pen = createPen(doc);
	const root = doc.struct("Document");
	doc.addStructure(root);
	drawTop(pen, root, document, letterhead);
	if (document.brief) {
		await drawBrief(pen, root, document.brief);
		drawAppendixTop(pen, root, document);
	}
	for (const section of document.sections) if (section.only !== "screen") await drawSection(pen, root, section);
	root.end();
	drawEdges(pen, letterhead ? document.title : document.name, letterhead);
	doc.end();
	await ended;
	return Buffer.concat(chunks);
}

/** If a brief follows, a title takes no more than this of the first page. */
const TITLE_LINES = 2;
const LONG_TITLE_LINES = 4;

function drawTop(pen: Pen, root: Element, { kind, title, meta, brief }: ReportDocument, letterhead?: Letterhead): void {
	if (letterhead) drawSender(pen, root, letterhead);
	else drawWordmark(pen, root);
	if (letterhead?.client) {
		drawClient(pen, root, letterhead.client);
		pen.skip(12);
	}
	pen.read(root, "P", () => pen.flow(pen.lines(kind, STYLES.quiet, WIDTH), STYLES.quiet, PAGE.left));
	pen.skip(4);
	const whole = pen.lines(title, STYLES.title, WIDTH);
	if (brief && whole.length > TITLE_LINES) {
		const lines = pen.clip("lines", title, STYLES.longTitle, { width: WIDTH, most: LONG_TITLE_LINES });
		pen.read(root, "H1", () => pen.flow(lines, STYLES.longTitle, PAGE.left));
	} else pen.read(root, "H1", () => pen.flow(whole, STYLES.title, PAGE.left));
	pen.skip(14);
	drawFacts(pen, root, meta);
}

/** The appendix can be read without the pages before it, so it says again what it is about, and all of a title that was cut. */
function drawAppendixTop(pen: Pen, root: Element, { kind, title, meta }: ReportDocument): void {
	pen.newPage();
	pen.doc.outline.addItem("Appendix");
	pen.read(root, "H1", () => pen.flow(pen.lines("Appendix", STYLES.title, WIDTH), STYLES.title, PAGE.left));
	pen.skip(14);
	drawFacts(pen, root, [[kind, title], ...meta]);
}

function drawWordmark(pen: Pen, root: Element): void {
	const { doc } = pen;
	pen.adorn(() => {
		doc
			.moveTo(PAGE.left + 4, pen.y())
			.lineTo(PAGE.left + 4, pen.y() + 9)
			.lineWidth(0.8)
			.stroke(COLORS.ink);
		drawBob(pen, PAGE.left, pen.y() + 9, 11);
	});
	pen.read(root, "P", () => pen.flow(pen.lines(site.name, STYLES.strong, WIDTH), STYLES.strong, PAGE.left + 15));
	pen.skip(24);
}

/** What a short problem takes below its severity. */
const PROBLEM = 155;
/** What the start of any other block takes. */
const SOME = 70;
/** Text longer than this does not introduce a table but stands on its own. */
const LEAD = 120;

/** Which of a section's blocks have to follow its heading on the same page: an introduction to a table stays with the table. */
function beginning(pen: Pen, blocks: readonly Block[]): number {
	const [first] = blocks;
	if (first?.type === "table") return tableRoom(pen, first);
	if (first?.type !== "paragraph") return SOME;
	const lead = blocks.findIndex(({ type }) => type !== "paragraph");
	const table = blocks[lead];
	const heights = blocks
		.slice(0, lead < 0 ? 1 : lead)
		.map((block) => (block.type === "paragraph" ? heightOf(pen, block) : 0));
	const height = heights.reduce((sum, each) => sum + each, 0);
	return table?.type === "table" && height < LEAD ? height + tableRoom(pen, table) : Math.min(height, SOME);
}

const heightOf = (pen: Pen, { text }: Extract<Block, { type: "paragraph" }>): number =>
	pen.lines(text, STYLES.text, WIDTH).length * lineHeight(STYLES.text) + 9;

async function drawSection(pen: Pen, root: Element, { heading, severity, blocks }: DocumentSection): Promise<void> {
	const element = pen.doc.struct("Sect");
	root.add(element);
	// A heading is not left alone at the bottom of a page: the first thing under a severity is a whole problem.
	drawSectionHeading(pen, element, { heading, severity, room: severity ? PROBLEM : beginning(pen, blocks) });
	for (const block of blocks) {
		await drawBlock(pen, element, block);
		pen.skip(9);
		await pause();
	}
	element.end();
}

/** Name and page number on every page, now that the number of pages is known, and whose it is on each but the first. */
function drawEdges(pen: Pen, documentName: string, letterhead?: Letterhead): void {
	const { doc } = pen;
	const { start, count } = doc.bufferedPageRange();
	const [name] = pen.lines(visibleLine(documentName), STYLES.label, WIDTH - 140);
	for (let page = 0; page < count; page += 1) {
		doc.switchToPage(start + page);
		const top = PAGE.height - PAGE.bottom + 22;
		const [number] = pen.lines(`${site.name} · page ${page + 1} of ${count}`, STYLES.label, 140);
		doc.markContent("Artifact", { type: "Pagination" });
		drawRule(pen, PAGE.left, top - 6, WIDTH);
		if (name) pen.drawLine(name, STYLES.label, PAGE.left, top);
		if (number) pen.drawLine(number, STYLES.label, PAGE.left + WIDTH - number.width, top);
		if (letterhead && page > 0) drawRunningHead(pen, letterhead);
		doc.endMarkedContent();
	}
}
