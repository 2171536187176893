import { spawnSync } from 'node:child_process';
import { data, type PageName, sources } from './templates.ts';

const program = `
use strict; use Template; use JSON::PP; use Time::HiRes qw(clock_gettime CLOCK_PROCESS_CPUTIME_ID);
sub spent { clock_gettime(CLOCK_PROCESS_CPUTIME_ID) }
local $/; my $in = decode_json(<STDIN>); my %out;
for my $page (sort keys %{$in->{sources}}) {
  my $tt = Template->new(START_TAG => quotemeta('{{'), END_TAG => quotemeta('}}'), PRE_CHOMP => 1, ANYCASE => 1);
  my $doc = $tt->template(\\$in->{sources}{$page}) or die $tt->error;
  my @rates;
  for (1 .. 5) { my ($n, $start) = (0, spent());
    while (spent() - $start < 0.4) { my $text = ''; $tt->process($doc, $in->{data}{$page}[$n % @{$in->{data}{$page}}], \\$text) or die $tt->error; $n++ }
    push @rates, $n / (spent() - $start) }
  $out{$page} = (sort { $a <=> $b } @rates)[2];
}
print encode_json(\\%out);
`;

/** Renders per second of processor time of Perl's Template Toolkit with its XS stash; undefined where it is not installed. */
export function perlRates(): Record<PageName, number> | undefined {
  const probe = spawnSync('perl', ['-MTemplate', '-MTemplate::Stash::XS', '-e', '1']);
  if (probe.status !== 0) return undefined;
  const run = spawnSync('perl', ['-e', program], { input: JSON.stringify({ sources, data }), maxBuffer: 1 << 20 });
  if (run.status !== 0) throw new Error(`perl: ${run.stderr.toString()}`);
  return JSON.parse(run.stdout.toString()) as Record<PageName, number>;
}
