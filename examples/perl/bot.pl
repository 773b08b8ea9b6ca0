#!/usr/bin/perl
# A bot that needs nothing but Perl 5 and its core modules: messages are lines of JSON over a socket.
#
#     perl bot.pl HOST PORT [TABLE]
#
# TABLE is the id of a table to join. Without it, or with "new", the bot opens a table of its own with three of the
# server's bots and plays a match to 500. The exit status is 0 once the table is over, 1 where it could not play.

use strict;
use warnings;
use IO::Socket::INET;
use JSON::PP;
use List::Util qw(first max sum0);
use Socket qw(IPPROTO_TCP TCP_NODELAY);

my $weakest = 0;    # each suit from its weakest card to its strongest
my %PLAIN = map { $_ => $weakest++ } qw(7 8 9 J Q K 10 A);
my %TRUMP = map { $_ => $weakest++ } qw(7 8 Q K 10 A 9 J);
my %POINTS       = (A => 11, 10 => 10, K => 4, Q => 3, J => 2);
my %TRUMP_POINTS = (%POINTS, J => 20, 9 => 14);
my %PROMISE = (J => 50, 9 => 35);    # what a trump is worth in a bid; the others 15, an ace beside them 18
my %PARTNER = (N => 'S', S => 'N', E => 'W', W => 'E');

sub halves { return $_[0] =~ /^(.+)(.)$/ }    # "10H" is the ten of hearts

# The choice for which $value is greatest.
sub best {
    my ($value, $one, @others) = @_;
    for my $other (@others) { $one = $other if $value->($other) > $value->($one) }
    return $one;
}

# The points that a hand promises with that suit as trumps: hardly more than a guess.
sub worth {
    my ($hand, $trump) = @_;
    return sum0 map {
        my ($rank, $suit) = halves($_);
        $suit eq $trump ? $PROMISE{$rank} // 15 : $rank eq 'A' ? 18 : 0
    } @$hand;
}

sub is_ours {
    my ($contract, $seat) = @_;
    return $contract->{bidder} eq $seat || $contract->{bidder} eq $PARTNER{$seat};
}

sub bid {
    my ($request) = @_;
    my ($hand, $contract, $bids) = ($request->{view}{hand}, $request->{view}{contract}, $request->{bids});
    if ($contract) {
        return 'pass' if is_ours($contract, $request->{seat});
        my $may = first { $_ eq 'coinche' } @{ $request->{legal} };
        return 'coinche' if $may && worth($hand, substr $contract->{bid}, -1) >= 130;
    }
    my @suits = grep { exists $bids->{$_} && worth($hand, $_) >= $bids->{$_} } qw(S H D C);
    return 'pass' if !@suits;
    my $suit = best(sub { worth($hand, $_[0]) }, @suits);
    return "$bids->{$suit}$suit";
}

sub play {
    my ($request) = @_;
    my ($seat, $contract, $trick) = ($request->{seat}, $request->{view}{contract}, $request->{view}{trick});
    my @table = @{ $trick->{cards} };
    my $trump = substr $contract->{bid}, -1;    # S H D C, by some rules also N (no trump) or A (all trump)
    my $led   = @table ? substr($table[0], -1) : '';

    my $strength = sub {
        my ($rank, $suit) = halves($_[0]);
        my $order = $trump eq $suit || $trump eq 'A' ? \%TRUMP : \%PLAIN;
        return $order->{$rank} + ($suit eq $led && 100) + ($suit eq $trump && 200);
    };

    # The higher, the rather it is played.
    my $taste = sub {
        my ($rank, $suit) = halves($_[0]);
        my $is_trump = $trump eq $suit || $trump eq 'A';
        my $points   = ($is_trump ? $TRUMP_POINTS{$rank} : $POINTS{$rank}) // 0;
        my $highest  = $rank eq ($is_trump ? 'J' : 'A');
        # To lead: what nobody can beat, but trumps only if they are ours.
        return $highest && (!$is_trump || is_ours($contract, $seat)) ? 100 : -$points if !@table;
        return $points - ($is_trump ? 50 : 0) if $trick->{winner} eq $PARTNER{$seat};
        my $wins = $strength->($_[0]) > max map { $strength->($_) } @table;
        return $wins && ($highest || $is_trump || @table == 3) ? 100 - $points : -$points;
    };

    my $card         = best($taste, @{ $request->{legal} });
    my $words        = $request->{offers}{$card} // [];
    my @declarations = grep { /:/ } split /\+/, $request->{default};    # the best there are, if any
    return join '+', $card, @$words ? $words->[0] : (), @declarations;
}

# One of the actions that the request allows; `default` where there is nothing to think about.
sub answer {
    my ($request) = @_;
    my $choose = { bid => \&bid, react => \&bid, play => \&play }->{ $request->{kind} };
    return $choose ? $choose->($request) : $request->{default};
}

my ($host, $port, $table) = (@ARGV, 'new');
my $server = IO::Socket::INET->new(PeerAddr => $host, PeerPort => $port) or die "$host:$port: $@\n";
$server->setsockopt(IPPROTO_TCP, TCP_NODELAY, 1);    # else the system holds small messages back
my $json = JSON::PP->new->utf8;

sub say_to_server { print {$server} $json->encode({@_}), "\n" }

sub act {
    my ($request, $action) = @_;
    say_to_server(type => 'act', table => $request->{table}, request => $request->{request}, action => $action);
}

my ($seated, $over, $asked);
my %hear = (
    ready => sub {
        if ($table eq 'new') { say_to_server(type => 'create_table', name => 'perl', target => 500, bots => 'steady') }
        else                 { say_to_server(type => 'join', table => $table) }
    },
    joined  => sub { $seated = 1 },
    request => sub { $asked = $_[0]; act($asked, answer($asked)) },
    ping  => sub { say_to_server(type => 'pong', data => $_[0]{data}) },
    error => sub {
        print STDERR "$_[0]{code} $_[0]{message}\n";
        exit 1 if !$seated;
        if ($asked && $_[0]{code} eq 'ILLEGAL_ACTION') {
            act($asked, $asked->{default});    # the mistake is ours, the clock runs on, and this is legal
            undef $asked;
        }
    },
    left => sub { $over = 1; say_to_server(type => 'bye') },    # the server answers and hangs up
);

say_to_server(type => 'hello', versions => [1, 1], name => 'perl', program => JSON::PP::true);
while (my $line = <$server>) {
    my $message = $json->decode($line);
    my $act     = $hear{ $message->{type} };
    $act->($message) if $act;    # all other messages may be ignored
}
exit($over ? 0 : 1);
