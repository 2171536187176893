import { spawnSync } from 'node:child_process';
import type { Case, CaseFile } from './case.ts';

export type Outcome = Pick<Case, 'output' | 'error'>;

// Configured as templates.md 1.1 says; the XS stash is the one it loads by default.
const program = String.raw`
use strict; use warnings; no warnings 'once'; use Template; use JSON::PP; use Storable 'dclone';
binmode STDOUT, ':raw'; $SIG{__WARN__} = sub {}; my $json = JSON::PP->new->utf8->allow_nonref; local $/;
my $file = $json->decode(scalar <STDIN>); close STDIN; my @outcomes;
my %names = (startTag => 'START_TAG', endTag => 'END_TAG', outlineTag => 'OUTLINE_TAG', anyCase => 'ANYCASE',
  interpolate => 'INTERPOLATE', trim => 'TRIM', preChomp => 'PRE_CHOMP', postChomp => 'POST_CHOMP');
for my $case (@{$file->{cases}}) {
  my %options = (START_TAG => '{{', END_TAG => '}}', ANYCASE => 1, PRE_CHOMP => 1, BLOCKS => $case->{blocks} || $file->{blocks} || {});
  while (my ($name, $value) = each %{$case->{options} || {}}) {
    $value = ref $value ? ($value ? 1 : 0) : $value; $options{$names{$name}} = $value if $names{$name}; }
  for (qw(START_TAG END_TAG OUTLINE_TAG)) { $options{$_} = quotemeta $options{$_} if defined $options{$_} }
  my $variables = dclone($case->{variables} || $file->{variables}); my $output = '';
  my $engine = Template->new(\%options) or die Template->error; my $source = $case->{source};
  my $done = eval { local $SIG{ALRM} = sub { die "timeout\n" }; alarm 10; my $ok = $engine->process(\$source, $variables, \$output);
    alarm 0; $ok };
  alarm 0;
  push @outcomes, $done ? { output => $output } : { error => $@ ? "died: $@" : '' . $engine->error };
}
print $json->encode(\@outcomes);
`;

/** What Perl's Template Toolkit answers to each case of a file; throws where it is not installed. */
export function referenceOutcomes(file: CaseFile): readonly Outcome[] {
  const run = spawnSync('perl', ['-e', program], { input: JSON.stringify(file), maxBuffer: 1 << 28 });
  if (run.error !== undefined) throw run.error;
  if (run.status !== 0) throw new Error(`perl ended with ${run.status}: ${run.stderr.toString()}`);
  return JSON.parse(run.stdout.toString()) as Outcome[];
}
