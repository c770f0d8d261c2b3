import { useOnline } from "#src/lib/device/use-online.ts";

/** Says below the header that the browser is offline. This is a normal state; nothing is disabled. */
export function OfflineLine() {
	const online = useOnline();
	return (
		<div role="status">
			{!online && (
				<p className="border-line border-y bg-raised">
					<span className="frame block py-1.5 text-13">
						<b className="font-semibold">Offline.</b> Requests are saved and sent later.
					</span>
				</p>
			)}
		</div>
	);
}
