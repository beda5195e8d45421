/// Calls `body` with 0 up to `count - 1`: the loop of the sample path.
///
/// Unlike for-in it allocates nothing in unoptimised builds either (seen with Swift 6.3: there the generic iterator's
/// accessor takes its frame from the heap), so that a debug test that counts a pipeline's allocations sees none of ours.
@inline(__always)
func times(_ count: Int, _ body: (Int) -> Void) {
  var index = 0
  while index < count {
    body(index)
    index += 1
  }
}
