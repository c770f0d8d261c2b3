import { TextButton } from "#src/ui/text-button.tsx";
import type { LostNotice } from "./use-lost-scope.ts";

/** Below the header, until it is read: why the screens show something else now. */
export const LostLine = ({ lost, onRead }: { lost: LostNotice | null; onRead(): void }) => (
	<div role="status">
		{lost && (
			<div className="border-line border-b bg-raised print:hidden">
				<p className="frame flex flex-wrap items-center gap-x-4 py-1 text-15">
					<span className="min-w-0">
						<b className="font-semibold">{lost.title}</b> {lost.text}
					</span>
					<TextButton onClick={onRead}>OK</TextButton>
				</p>
			</div>
		)}
	</div>
);
