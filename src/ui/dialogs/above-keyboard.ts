/** `visualViewport`, as far as it tells what a keyboard covers. */
export type Viewport = Pick<
	VisualViewport,
	"height" | "offsetTop" | "scale" | "addEventListener" | "removeEventListener"
>;

/**
 * Tells an element, in its `--keyboard`, how much of the window's lower edge a keyboard covers. Only where the keyboard lies
 * over the page, as on iPhones: elsewhere the page itself becomes lower (index.html). Returns a function that ends it.
 */
export function watchKeyboard(
	{ style }: Pick<HTMLElement, "style">,
	viewport: Viewport | null = window.visualViewport,
	windowHeight: () => number = () => innerHeight,
): () => void {
	if (!viewport) return () => {};
	const look = () => {
		// Zoomed in by hand, it is smaller for another reason.
		const covered = viewport.scale === 1 ? Math.round(windowHeight() - viewport.height - viewport.offsetTop) : 0;
		style.setProperty("--keyboard", `${Math.max(0, covered)}px`);
	};
	look();
	viewport.addEventListener("resize", look);
	viewport.addEventListener("scroll", look);
	return () => {
		viewport.removeEventListener("resize", look);
		viewport.removeEventListener("scroll", look);
	};
}
